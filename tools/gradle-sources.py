#!/usr/bin/env python3
"""gradle-sources.py ANDROID GENERATED R STAND_IN OUT M2: compiles each source set of Gradle's two modules.

Google's repository, its plugin and its SDK are not here. So kotlinc alone compiles each set, with the
libraries that the module's build.gradle.kts names for it and no other: what a test imports has to be there.

ANDROID is the folder of both builds, GENERATED what uniffi wrote, R the folder of the app's R.java, STAND_IN
the coordinates of the jar that stands for the SDK's android.jar; OUT is written; M2 is Maven's folder. What
is in Google's repository (androidx) has stand-ins in src/mavenTest.
"""

import pathlib
import re
import subprocess
import sys

DECLARED = re.compile(r"^ {4}(\w+)\((?:variantOf\()?(libs\.[\w.]+|project\(\":lib\"\))", re.MULTILINE)
GOOGLES = "androidx."
COMPILER = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"


class Gradle:
    """What Gradle's scripts and catalog say."""

    def __init__(self, android):
        self.android = android
        catalog = (android / "gradle/libs.versions.toml").read_text(encoding="utf-8")
        self.versions = dict(re.findall(r'^([\w-]+) = "([^"]+)"', catalog, re.MULTILINE))
        library = r'^([\w-]+) = \{ module = "([^"]+)", version\.ref = "([^"]+)"'
        self.libraries = {
            name.replace("-", "."): f"{module}:{self.versions[version]}"
            for name, module, version in re.findall(library, catalog, re.MULTILINE)
        }

    def dependencies(self, module, *configurations):
        """The coordinates that a module names for some configurations."""
        script = (self.android / module / "build.gradle.kts").read_text(encoding="utf-8")
        block = script.split("\ndependencies {\n")[1].split("\n}\n")[0]
        declared = DECLARED.findall(block + "\n")
        if len(declared) != sum(1 for line in block.splitlines() if not line.lstrip().startswith("//")):
            sys.exit(f"gradle-sources: {module}/build.gradle.kts declares a dependency of an unknown form")
        named = [what for kind, what in declared if kind in configurations and what.startswith("libs.")]
        return [self.libraries[what.removeprefix("libs.")] for what in named]


class Maven:
    """Fetches libraries, with what those need."""

    def __init__(self, out, m2):
        self.out, self.m2 = out, m2

    def classpath(self, name, coordinates):
        """The jars of some libraries, and of theirs."""
        found = [entry for entry in coordinates if not entry.startswith(GOOGLES)]
        folder = self.out / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "pom.xml").write_text(pom(found), encoding="utf-8")
        listed = folder / "classpath"
        command = ["mvn", "--batch-mode", "--no-transfer-progress", "--strict-checksums", "--quiet"]
        command += ["--file", str(folder / "pom.xml"), f"-Dmaven.repo.local={self.m2}"]
        goal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath"
        subprocess.run([*command, goal, f"-Dmdep.outputFile={listed}"], check=True)
        return listed.read_text(encoding="utf-8").split(":")


def pom(coordinates):
    """A project that needs nothing but these."""
    exclusion = "<exclusion><groupId>{}</groupId><artifactId>*</artifactId></exclusion>"
    excluded = "".join(exclusion.format(group) for group in ("androidx.test", "androidx.test.espresso"))
    text = "<project><modelVersion>4.0.0</modelVersion><groupId>none</groupId><artifactId>none</artifactId>"
    text += "<version>0</version><packaging>pom</packaging><dependencies>"
    for entry in coordinates:
        group, artifact, version = entry.split(":")
        text += f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>"
        text += f"<version>{version}</version><exclusions>{excluded}</exclusions></dependency>"
    return text + "</dependencies></project>\n"


def main(android, generated, r_sources, stand_in, out, m2):
    android, out = pathlib.Path(android), pathlib.Path(out)
    gradle, maven = Gradle(android), Maven(out, m2)
    kotlin = gradle.versions["kotlin"]
    compiler = maven.classpath("compiler", [f"org.jetbrains.kotlin:kotlin-compiler-embeddable:{kotlin}"])
    # Kotlin's plugin adds the library of the language by itself.
    language = f"org.jetbrains.kotlin:kotlin-stdlib:{kotlin}"
    sdk = maven.classpath("sdk", [stand_in])

    def compile_set(name, coordinates, sources, classes=(), friend=None):
        """Compiles a source set; returns its classes."""
        jars = [*map(str, classes), *maven.classpath(name, [language, *coordinates]), *sdk]
        classes = out / name / "classes"
        arguments = ["-no-stdlib", "-no-reflect", "-jvm-target", "1.8", "-module-name", name]
        arguments += ["-classpath", ":".join(jars), "-d", str(classes)]
        arguments += [f"-Xfriend-paths={friend}"] if friend else []
        command = ["java", "-Xmx1g", "-classpath", ":".join(compiler), COMPILER, *arguments]
        print(f"gradle-sources: {name}", flush=True)
        if subprocess.run([*command, *map(str, sources)]).returncode != 0:
            sys.exit(f"gradle-sources: {name} does not compile with the libraries of its build.gradle.kts")
        return classes

    lib, app = android / "lib/src", android / "app/src"
    exported = gradle.dependencies("lib", "api")
    inside = [*exported, *gradle.dependencies("lib", "implementation")]
    tests = gradle.dependencies("lib", "testImplementation")
    library = compile_set("lib", inside, [lib / "main/kotlin", generated])
    compile_set("lib-test", inside + tests, [lib / "test/kotlin"], [library], library)

    inside = [*exported, *gradle.dependencies("app", "implementation")]
    tests = gradle.dependencies("app", "testImplementation")
    main_classes = compile_set("app", inside, [app / "main/kotlin", r_sources], [library])
    seen = [main_classes, library]
    sources = [app / "test/kotlin", r_sources]
    compile_set("app-test", inside + tests, sources, seen, main_classes)
    # What androidx.test:runner brings: JUnit, and classes of Google's.
    device = [*inside, *gradle.dependencies("app", "androidTestImplementation"), "junit:junit:4.13.2"]
    stand_ins = compile_set("androidx-test", [], [app / "mavenTest/kotlin"])
    sources = [app / "androidTest/kotlin", r_sources]
    compile_set("app-android-test", device, sources, [*seen, stand_ins], main_classes)


if __name__ == "__main__":
    if len(sys.argv) != 7:
        sys.exit("usage: gradle-sources.py ANDROID GENERATED R STAND_IN OUT M2")
    main(*sys.argv[1:])
