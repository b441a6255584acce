"""Writes a run to its directory, each file whole or not at all, and reads its manifest again."""

from notarius.rundir.directory import RunDirectory
from notarius.rundir.environment import package_versions, platform_name
from notarius.rundir.fingerprints import fingerprinted, lane_fingerprint, manifest_fingerprint, run_fingerprint
from notarius.rundir.manifests import manifest_json, read_manifest, stable_json
from notarius.rundir.names import claim_directory, unique_suffix

__all__ = [
    "RunDirectory",
    "claim_directory",
    "fingerprinted",
    "lane_fingerprint",
    "manifest_fingerprint",
    "manifest_json",
    "package_versions",
    "platform_name",
    "read_manifest",
    "run_fingerprint",
    "stable_json",
    "unique_suffix",
]
