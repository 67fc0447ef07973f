#!/usr/bin/env node
// From a fresh clone to a running console. Plain JavaScript: runs on any Node >= 18 and goes on under the bundled Node.
import { ensureInstalled, ensureSystemPackages, runOnBundledNode } from './running/prepare.mjs'

ensureInstalled()
ensureSystemPackages(['redis-server'], { isRequired: false })
runOnBundledNode('scripts/running/start-console.ts', process.argv.slice(2))
