import type { FeatureTexts, KeyOf, Namespace } from '@qd/web-base'

/** A text of any feature as `namespace:key`, looked up when it is needed: `access:users.title`. */
export type TagKey = { [N in Namespace]: `${N}:${KeyOf<N>}` }[keyof FeatureTexts & Namespace]

/**
 * Where people read of a failed call (S8.02):
 * `toast` in a message; `once` in a message until it worked again, for what is asked again and again; `alert` in a box to be read before going on; `inline` in place of the page, panel or table that asked; `form` at the field it names,
 * else above the buttons of the form or question; `place` beside what was asked for, a row, a chip or a note;
 * `quiet` nowhere, for the reason given: nobody asked, or what is on screen says enough.
 */
export type FailurePlace = 'toast' | 'once' | 'alert' | 'inline' | 'form' | 'place' | { quiet: string }

/** Who asked, and where a failure is told. Every call names both; nothing is silent by leaving it out. */
export interface Asker {
  /** The page or part that asked; stands before the text of a failure: `tag:请求失败:msg`. */
  tag: TagKey
  told: FailurePlace
}
