"""Grognard: Napoleonic grand-strategy board games with every rule enforced."""
