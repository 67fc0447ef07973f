import type { KeyOf as KeyOfFeature, Translate } from '@qd/web-base'
import '../texts.ts'

export type KeyOf = KeyOfFeature<'menu'>
export type { Translate }
