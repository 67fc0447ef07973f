#!/usr/bin/env node
// A console for real games: no sandbox, no system packages. TLS, port and database come from the environment.
import { ensureInstalled, runOnBundledNode } from './running/prepare.mjs'

process.env.QD_SANDBOX ??= 'off'
ensureInstalled()
runOnBundledNode('scripts/running/start-console.ts', process.argv.slice(2))
