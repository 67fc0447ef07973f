/** Scripts in common use (UAX #31, table 5), and those that are written together (UTS #39, highly restrictive). */
const TOGETHER = [
  'Arab',
  'Armn',
  'Beng',
  'Cyrl',
  'Deva',
  'Ethi',
  'Geor',
  'Grek',
  'Gujr',
  'Guru',
  'Hebr',
  'Khmr',
  'Knda',
  'Laoo',
  'Mlym',
  'Mymr',
  'Orya',
  'Sinh',
  'Taml',
  'Telu',
  'Thaa',
  'Thai',
  'Tibt',
  // Latin stands beside the scripts of East Asia and beside no other.
  'Latn Hani Hira Kana',
  'Latn Hani Bopo',
  'Latn Hani Hang',
]

const SYSTEMS = TOGETHER.map((scripts) => {
  const parts = [...scripts.split(' '), 'Zyyy', 'Zinh'].map((script) => `\\p{scx=${script}}`)
  return new RegExp(`^[${parts.join('')}]*$`, 'u')
})

/** Whether all of a name may be written by one person in one go: one script, or scripts that belong together. */
export function isOneWritingSystem(name: string): boolean {
  return SYSTEMS.some((system) => system.test(name))
}
