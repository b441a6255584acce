"""The folder that the entry point `notarius.conf` names: options of the groups `lane` and `pipeline`."""
