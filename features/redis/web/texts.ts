import { textOf, useTexts } from '@qd/web-base'
import type { KeyOf, TextValues, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    redis: typeof cn
  }
}

export type RedisKey = KeyOf<'redis'>
export type RedisTexts = Translate<RedisKey>

export function useRedisTexts(): RedisTexts {
  return useTexts('redis')
}

/** The same outside of components: titles of dialogs and tabs. */
export function redisText(key: RedisKey, values?: TextValues): string {
  return textOf('redis', key, values)
}
