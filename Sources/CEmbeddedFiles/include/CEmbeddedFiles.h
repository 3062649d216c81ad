/* Files of this repository that are compiled into the program. The compiler reads them as bytes: as
 * array literals of Swift, half a million of them took it a minute and more. */

#ifndef WAYPOST_CEMBEDDEDFILES_H
#define WAYPOST_CEMBEDDEDFILES_H

#include <stddef.h>

/* A text file. */
typedef struct {
    /* Its path in the repository. */
    const char *path;
    /* What it holds, then a zero byte. */
    const unsigned char *bytes;
} waypost_embedded_file;

/* Returns the files, which live as long as the program, and writes how many there are to `count`. */
const waypost_embedded_file *waypost_embedded_files(size_t *count);

#endif
