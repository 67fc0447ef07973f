/** The most bytes of any file people give to the console (S5.02). */
export const FILE_LIMIT_BYTES = 10_485_760
