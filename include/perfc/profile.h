/* perfc/profile.h - libperfc-profile: from records to answers.
 *
 *   perfc_stream (live)    --+
 *                            +--> struct perfc_stream_record --> perfc_writer (perf.data)
 *   perfc_file (perf.data) --+
 *
 * libperfc ends at decoded records. This second library reads perf.data files and
 * writes them. It uses libperfc by the headers of perfc/perfc.h alone, whose
 * conventions hold here too. All its functions that hand out records fill arrays of
 * struct perfc_stream_record, as perfc_stream_next_records does, and all its functions
 * that take records take such arrays. So a program can't tell a ring from a file.
 */
#ifndef PERFC_PROFILE_H_
#define PERFC_PROFILE_H_

#include "perfc/profile/file.h"
#include "perfc/profile/table.h"
#include "perfc/profile/writer.h"

#endif /* PERFC_PROFILE_H_ */
