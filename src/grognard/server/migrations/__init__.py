"""The way from any earlier schema to the present one; applied on start."""
