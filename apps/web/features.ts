import { webFeature as scope } from '@qd/scope/web'
import { webFeature as session } from '@qd/session/web'
import type { WebFeature } from '@qd/web-kit'

/** The features of this console, in the order their parts appear. */
export const FEATURES: readonly WebFeature[] = [scope, session]
