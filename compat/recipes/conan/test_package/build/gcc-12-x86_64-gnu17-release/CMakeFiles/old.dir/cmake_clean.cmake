file(REMOVE_RECURSE
  "CMakeFiles/old.dir/old.cpp.o"
  "CMakeFiles/old.dir/old.cpp.o.d"
  "old"
  "old.pdb"
)

# Per-language clean rules from dependency scanning.
foreach(lang CXX)
  include(CMakeFiles/old.dir/cmake_clean_${lang}.cmake OPTIONAL)
endforeach()
