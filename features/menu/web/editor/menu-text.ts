import type { KeyOf as KeyOfFeature, Translate } from '@qd/web-kit'
import '../texts.ts'

export type KeyOf = KeyOfFeature<'menu'>
export type { Translate }
