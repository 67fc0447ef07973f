/** The package's own table, which its manifest does not describe: syllable to all characters read so. */
declare module 'pinyin-match/src/traditional_dict.js' {
  export const dict: Record<string, string>
}
