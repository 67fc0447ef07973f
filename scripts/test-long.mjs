#!/usr/bin/env node
// What takes minutes, apart from `npm test`. Plain JavaScript: runs on any Node >= 18 and goes on under Node 24.
import { ensureInstalled, ensureSystemPackages, runUnderNode24, TEST_PACKAGES } from './running/prepare.mjs'

ensureInstalled()
ensureSystemPackages(TEST_PACKAGES, { isRequired: true })
runUnderNode24('scripts/running/run-long-tests.ts', process.argv.slice(2))
