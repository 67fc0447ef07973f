#!/usr/bin/env node
// Both sides while they are being changed: the server starts again on a change, the pages come from Vite.
import { ensureInstalled, ensureSystemPackages, runOnBundledNode } from './running/prepare.mjs'

ensureInstalled()
ensureSystemPackages(['redis-server'], { isRequired: false })
runOnBundledNode('scripts/running/dev.ts', process.argv.slice(2))
