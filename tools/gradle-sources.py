#!/usr/bin/env python3
"""gradle-sources.py ANDROID GENERATED R STAND_IN OUT M2: compiles each source set of Gradle's two modules.

Google's repository, its plugin and its SDK are not here. So kotlinc alone compiles each set, with the
libraries that the module's build.gradle.kts names for it and no other: what a test imports has to be there.

ANDROID is the folder of both builds, GENERATED what uniffi wrote, R the folder of the app's R.java, STAND_IN
the coordinates of the jar that stands for the SDK's android.jar; OUT is written; M2 is Maven's folder. What
is in Google's repository (androidx) has stand-ins in src/mavenTest.
"""

import dataclasses
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


# Short runs: what a longer one would gain by a better compiler of bytecode, these do not get back.
SHORT_RUN = ("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")


class Maven:
    """Fetches libraries, with what those need."""

    def __init__(self, out, m2):
        self.out, self.m2 = out, m2

    def classpaths(self, sets):
        """The jars of some libraries, and of theirs, for each set: by one run of Maven."""
        for name, coordinates in sets.items():
            (self.out / name).mkdir(parents=True, exist_ok=True)
            found = [entry for entry in coordinates if not entry.startswith(GOOGLES)]
            (self.out / name / "pom.xml").write_text(pom(name, dependencies(found)), encoding="utf-8")
        modules = "".join(f"<module>{name}</module>" for name in sets)
        (self.out / "pom.xml").write_text(pom("all", f"<modules>{modules}</modules>"), encoding="utf-8")
        command = ["mvn", "--batch-mode", "--no-transfer-progress", "--strict-checksums", "--quiet"]
        command += ["--file", str(self.out / "pom.xml"), f"-Dmaven.repo.local={self.m2}"]
        goal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath"
        # Relative to each set's folder.
        subprocess.run([*command, goal, "-Dmdep.outputFile=classpath"], check=True)
        return {name: (self.out / name / "classpath").read_text(encoding="utf-8").split(":") for name in sets}


def pom(name, content):
    """A project of Maven."""
    text = "<project><modelVersion>4.0.0</modelVersion><groupId>none</groupId><version>0</version>"
    return f"{text}<artifactId>{name}</artifactId><packaging>pom</packaging>{content}</project>\n"


def dependencies(coordinates):
    """What a project needs that needs nothing but these."""
    exclusion = "<exclusion><groupId>{}</groupId><artifactId>*</artifactId></exclusion>"
    excluded = "".join(exclusion.format(group) for group in ("androidx.test", "androidx.test.espresso"))
    text = ""
    for entry in coordinates:
        group, artifact, version = entry.split(":")
        text += f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>"
        text += f"<version>{version}</version><exclusions>{excluded}</exclusions></dependency>"
    return f"<dependencies>{text}</dependencies>"


@dataclasses.dataclass
class SourceSet:
    """Sources that are compiled together: with which libraries, and with the classes of which other sets."""

    name: str
    coordinates: list
    sources: list
    classes: tuple = ()
    # Whose internals it may use.
    friend: str = ""


def source_sets(gradle, android, generated, r_sources):
    """Those of both modules."""
    lib, app = android / "lib/src", android / "app/src"
    exported = gradle.dependencies("lib", "api")
    inside = [*exported, *gradle.dependencies("lib", "implementation")]
    tests = gradle.dependencies("lib", "testImplementation")
    yield SourceSet("lib", inside, [lib / "main/kotlin", generated])
    yield SourceSet("lib-test", inside + tests, [lib / "test/kotlin"], ("lib",), "lib")

    inside = [*exported, *gradle.dependencies("app", "implementation")]
    tests = gradle.dependencies("app", "testImplementation")
    yield SourceSet("app", inside, [app / "main/kotlin", r_sources], ("lib",))
    yield SourceSet("app-test", inside + tests, [app / "test/kotlin", r_sources], ("app", "lib"), "app")
    # Libraries of androidx.test:runner: JUnit, and classes of Google's.
    device = [*inside, *gradle.dependencies("app", "androidTestImplementation"), "junit:junit:4.13.2"]
    yield SourceSet("androidx-test", [], [app / "mavenTest/kotlin"])
    sources = [app / "androidTest/kotlin", r_sources]
    yield SourceSet("app-android-test", device, sources, ("app", "lib", "androidx-test"), "app")


def main(android, generated, r_sources, stand_in, out, m2):
    """Compiles them all."""
    android, out = pathlib.Path(android), pathlib.Path(out)
    gradle = Gradle(android)
    kotlin = gradle.versions["kotlin"]
    # Kotlin's plugin adds the library of the language by itself.
    language = f"org.jetbrains.kotlin:kotlin-stdlib:{kotlin}"
    sets = list(source_sets(gradle, android, generated, r_sources))
    wanted = {one.name: [language, *one.coordinates] for one in sets}
    wanted["compiler"] = [f"org.jetbrains.kotlin:kotlin-compiler-embeddable:{kotlin}"]
    wanted["sdk"] = [stand_in]
    jars = Maven(out, m2).classpaths(wanted)

    for one in sets:
        classpath = [*(str(out / name / "classes") for name in one.classes), *jars[one.name], *jars["sdk"]]
        arguments = ["-no-stdlib", "-no-reflect", "-jvm-target", "1.8", "-module-name", one.name]
        arguments += ["-classpath", ":".join(classpath), "-d", str(out / one.name / "classes")]
        arguments += [f"-Xfriend-paths={out / one.friend / 'classes'}"] if one.friend else []
        command = ["java", *SHORT_RUN, "-classpath", ":".join(jars["compiler"]), COMPILER, *arguments]
        print(f"gradle-sources: {one.name}", flush=True)
        if subprocess.run([*command, *map(str, one.sources)]).returncode != 0:
            sys.exit(f"gradle-sources: {one.name} does not compile with the libraries that its build names")


if __name__ == "__main__":
    if len(sys.argv) != 7:
        sys.exit("usage: gradle-sources.py ANDROID GENERATED R STAND_IN OUT M2")
    main(*sys.argv[1:])
