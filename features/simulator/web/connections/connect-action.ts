import type { ActionSpec } from '@qd/web-calls'
import { simulatorConnect } from '../../contract/index.ts'

/** Opening a connection, as pages ask whether to offer it: at the selected line, or anywhere below what is selected. */
export const CONNECT: ActionSpec = { permission: simulatorConnect, level: 2, target: () => ({}) }
