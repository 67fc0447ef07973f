export { NO_READINGS, findEntries, indexText, scoreOf, wordsOf } from './matcher.ts'
export type { Indexed, IndexedText, Readings } from './matcher.ts'
export { loadReadings } from './pinyin.ts'
