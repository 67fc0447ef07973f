/** The adapter of records that name none. */
export const STANDARD_ADAPTER = 'standard'
