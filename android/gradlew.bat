@rem Starts Gradle's own wrapper, as gradlew does elsewhere. Not tried on Windows yet.
@echo off
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -jar "%~dp0gradle\wrapper\gradle-wrapper.jar" --project-dir "%~dp0." %*
