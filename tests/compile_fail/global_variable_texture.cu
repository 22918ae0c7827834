// expect: "texture" has already been declared in the current scope
int texture = 3;
