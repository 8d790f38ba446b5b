@rem Runs the Gradle that gradle\wrapper\gradle-wrapper.properties names, as gradlew does elsewhere. Windows 10 and
@rem newer have curl, certutil and tar. Not tried on Windows yet.
@echo off
setlocal enabledelayedexpansion
for /f "usebackq tokens=1* delims==" %%a in ("%~dp0gradle\wrapper\gradle-wrapper.properties") do set "%%a=%%b"
set "address=!distributionUrl:\:=:!"
set "archive=!address:*distributions/=!"
set "version=!archive:-bin.zip=!"
if not defined GRADLE_USER_HOME set "GRADLE_USER_HOME=%USERPROFILE%\.gradle"
set "place=!GRADLE_USER_HOME!\wrapper\dists\!version!-bin\!distributionSha256Sum!"
set "new=!place!\new"

if not exist "!place!\!version!\bin\gradle.bat" (
    if exist "!new!" rmdir /s /q "!new!"
    mkdir "!new!" || exit /b 1
    curl --fail --silent --show-error --location --output "!new!\!archive!" "!address!" || exit /b 1
    set "found="
    for /f "skip=1" %%h in ('certutil -hashfile "!new!\!archive!" SHA256') do if not defined found set "found=%%h"
    if /i not "!found!"=="!distributionSha256Sum!" (
        echo gradlew: error: !archive! has the checksum !found!, not !distributionSha256Sum!. 1>&2
        exit /b 1
    )
    tar -xf "!new!\!archive!" -C "!new!" || exit /b 1
    move "!new!\!version!" "!place!" >nul || exit /b 1
    rmdir /s /q "!new!"
)
"!place!\!version!\bin\gradle.bat" --project-dir "%~dp0." %*
