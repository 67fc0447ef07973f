#!/usr/bin/env node
// From a fresh clone to a running console. Plain JavaScript: runs on any Node >= 18 and goes on under Node 24.
import { ensureInstalled, ensureSystemPackages, runUnderNode24 } from './prepare.mjs'

ensureInstalled()
ensureSystemPackages(['redis-server'], { isRequired: false })
runUnderNode24('scripts/start-console.ts', process.argv.slice(2))
