import type { RedisBytes } from '../../../contract/index.ts'

/** Keys of one kind have one pattern: `game:s123:hero:45` and `game:s7:hero:9` are `game:s*:hero:*`. */
export function keyPattern(key: RedisBytes, part?: RedisBytes): string {
  const of = (value: RedisBytes): string =>
    typeof value === 'string' ? value.replaceAll(/\d+/g, '*').slice(0, 200) : '\\x*'
  return part === undefined ? of(key) : `${of(key)} ${of(part)}`
}
