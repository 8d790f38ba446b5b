//! The machine: cores, clusters, names, pinning, claims.
