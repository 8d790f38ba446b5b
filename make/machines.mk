# Steps that run on external machines (.github/workflows), each as a target, so that it also runs by
# hand.

##@ Machines of others
.PHONY: machine android-emulator
machine: ## This machine: the tests, its reading and the raw data of it, in dist/machine
	tools/machine.sh

android-emulator: ## An Android emulator (KVM, Android's SDK): Gradle's debug and release run on it (ANDROID=newest-16k, oldest)
	tools/android-emulator.sh $(ANDROID)
