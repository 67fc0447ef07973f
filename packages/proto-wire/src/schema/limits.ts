/** What a definition may hold; games send them, so they may be hostile. */
export const SCHEMA_LIMITS = {
  maxDepth: 32,
  maxTypes: 5000,
  maxFields: 30_000,
  maxEnumValues: 20_000,
  maxReserved: 10_000,
  maxNameLength: 1024,
  maxFullName: 4096,
  /** Characters of one comment that are kept. */
  maxComment: 2000,
}

export const MAX_FIELD_NUMBER = 536_870_911
