//! Chains of dependent instructions whose length in cycles is known.
