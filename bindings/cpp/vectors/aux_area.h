// vectors aux: reads an AUX area.
#ifndef PERFC_CPP_VECTORS_AUX_AREA_H_
#define PERFC_CPP_VECTORS_AUX_AREA_H_

#include "perfc.hpp"

// Prints what test/conformance/aux.sh wants to see.
perfc::Result<void> tell_aux();

#endif  // PERFC_CPP_VECTORS_AUX_AREA_H_
