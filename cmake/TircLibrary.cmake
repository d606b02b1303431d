# How what programs load is made of the folders' static libraries.  The code lies in two shared libraries, libtirc-core and,
# above it, libtirc, which needs LLVM; the command, its part and the plugin load them.
#
# A name of ours must not meet a namesake in a process of others.  So the folders' libraries become one object by "ld -r".
# In it only the API keeps its name; a function NAME of a folder is "tirc.NAME", which no program in C can have, and all else
# (isl, too) is local.  Whoever calls NAME from outside is made one object as well, in which the name is changed likewise.
# The names tirc.* belong to the version TIRC_PRIVATE_X.Y.Z: files of two releases do not load each other.
#
# tirc_publish(TARGET EXPORT [ON LIBRARY...] FOLDERS...): the library tirc::EXPORT. TARGET is TARGET.so (or .a without
# BUILD_SHARED_LIBS), TARGET-static is TARGET.a.  ON names the published libraries below it.
# tirc_attach(TARGET OBJECTS LIBRARY [ARCHIVES LIBRARY...] ON LIBRARY...): TARGET is made of an object library, and of what
# that needs of static ones, and loads the published libraries ON.

# What counts or watches itself is of one piece: it brings all that it calls.
set(TIRC_SHARES ${BUILD_SHARED_LIBS})
if(TIRC_SANITIZE OR TIRC_COVERAGE OR TIRC_FUZZ)
  set(TIRC_SHARES OFF)
endif()
set(TIRC_OBJCOPY ${TIRC_LLVM_BIN}/llvm-objcopy)
set(TIRC_NAMES ${CMAKE_CURRENT_LIST_DIR}/names.cmake)
set(TIRC_EXPORTS ${PROJECT_BINARY_DIR}/exports.map)
configure_file(${PROJECT_SOURCE_DIR}/driver/exports.map.in ${TIRC_EXPORTS} @ONLY)
# The build folder may be moved, too; and its files are found by those that lie beside them.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

# The options of objcopy that change the names of libraries and of those below them, and the files they read.
function(tirc_names libraries options files)
  set(found)
  set(read)
  foreach(library ${libraries})
    get_property(names GLOBAL PROPERTY TIRC_NAMES_${library})
    list(APPEND read ${names})
  endforeach()
  set(found ${read})
  list(TRANSFORM found PREPEND --redefine-syms=)
  set(${options} ${found} PARENT_SCOPE)
  set(${files} ${read} PARENT_SCOPE)
endfunction()

# Where an installed file of the folder FROM finds the libraries.
function(tirc_finds_libraries target from)
  file(RELATIVE_PATH way /${from} /${CMAKE_INSTALL_LIBDIR})
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN/${way}")
endfunction()

function(tirc_publish target export)
  cmake_parse_arguments(PARSE_ARGV 2 given "" "" "ON;FOLDERS")
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}.o)
  set(names ${CMAKE_CURRENT_BINARY_DIR}/${target}.names)
  tirc_names("${given_ON}" options below)
  set_property(GLOBAL PROPERTY TIRC_NAMES_${target} ${names} ${below})
  set(archives)
  foreach(library ${given_FOLDERS})
    list(APPEND archives $<TARGET_FILE:${library}>)
  endforeach()
  set(isl)
  if(TIRC_ISL AND NOT given_ON)
    set(isl ${TIRC_ISL_DIR}/lib/libisl.a)
  endif()
  add_custom_command(OUTPUT ${object} ${names}
    COMMAND ${CMAKE_LINKER} -r --whole-archive ${archives} ${isl} -o ${object}
    COMMAND ${CMAKE_COMMAND} -DNM=${TIRC_LLVM_BIN}/llvm-nm "-DARCHIVES=${archives}" -DOUT=${names} -P ${TIRC_NAMES}
    COMMAND ${TIRC_OBJCOPY} --set-symbols-visibility=${names}.old=protected --redefine-syms=${names} ${options} ${object}
    COMMAND ${TIRC_OBJCOPY} --localize-hidden ${object}
    DEPENDS ${given_FOLDERS} ${archives} ${below} ${TIRC_NAMES} COMMENT "Joining ${target}" VERBATIM)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  # One rule for the object, whoever needs it first.
  add_custom_target(${target}-object DEPENDS ${object})

  string(REGEX REPLACE "^lib" "" name ${target})
  set(made ${target})
  if(BUILD_SHARED_LIBS)
    add_library(${target} SHARED ${object})
    add_library(${target}-static STATIC ${object})
    list(APPEND made ${target}-static)
    target_link_options(${target} PRIVATE LINKER:--version-script=${TIRC_EXPORTS} LINKER:--no-undefined)
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${TIRC_EXPORTS}
      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
    set_target_properties(${target}-static PROPERTIES EXPORT_NAME ${export}-static)
    if(given_ON)
      tirc_finds_libraries(${target} ${CMAKE_INSTALL_LIBDIR})
    endif()
  else()
    add_library(${target} STATIC ${object})
  endif()
  list(GET made -1 static)
  add_library(tirc::${export} ALIAS ${target})
  add_library(tirc::${export}-static ALIAS ${static})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${export})
  foreach(one ${made})
    add_dependencies(${one} ${target}-object)
    tirc_harden(${one})
    set_target_properties(${one} PROPERTIES OUTPUT_NAME ${name} LINKER_LANGUAGE C)
    target_link_libraries(${one} PRIVATE m ${CMAKE_DL_LIBS})
    string(REGEX REPLACE "^${target}" "" kind ${one})
    foreach(library ${given_ON})
      add_dependencies(${target}-object ${library}-object)
      target_link_libraries(${one} PUBLIC ${library}${kind})
    endforeach()
    target_include_directories(${one} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    if(TIRC_SANITIZE)
      target_link_options(${one} PUBLIC -fsanitize=address,undefined)
    endif()
    if(TIRC_COVERAGE)
      target_link_options(${one} PUBLIC -fprofile-instr-generate)
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY TIRC_PUBLISHED_${export} ${made})
endfunction()

function(tirc_attach target)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "OBJECTS" "ARCHIVES;ON")
  if(NOT TIRC_SHARES)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${given_OBJECTS}>)
    target_link_libraries(${target} PRIVATE ${given_OBJECTS} ${given_ARCHIVES})
    return()
  endif()
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}.o)
  tirc_names("${given_ON}" options names)
  set(archives)
  foreach(library ${given_ARCHIVES})
    list(APPEND archives $<TARGET_FILE:${library}>)
  endforeach()
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_LINKER} -r $<TARGET_OBJECTS:${given_OBJECTS}> --start-group ${archives} --end-group -o ${object}
    COMMAND ${TIRC_OBJCOPY} ${options} ${object}
    DEPENDS ${given_OBJECTS} $<TARGET_OBJECTS:${given_OBJECTS}> ${given_ARCHIVES} ${archives} ${names}
    COMMENT "Joining ${target}" COMMAND_EXPAND_LISTS VERBATIM)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  target_sources(${target} PRIVATE ${object})
  target_link_libraries(${target} PRIVATE ${given_ON})
  target_link_options(${target} PRIVATE LINKER:--no-undefined)
  foreach(library ${given_ON})
    add_dependencies(${target} ${library}-object)
  endforeach()
endfunction()
