# Empty dependencies file for old.
# This may be replaced when dependencies are built.
