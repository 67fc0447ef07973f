const SHORT_CHARS = 6

/** What people read of an id: its beginning is the time, and the same for all of one day. */
export const shortId = (id: string): string => id.slice(-SHORT_CHARS)
