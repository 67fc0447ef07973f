#!/usr/bin/env node
// From a fresh clone to a verdict. Plain JavaScript: runs on any Node >= 18 and goes on under the bundled Node.
import { ensureInstalled, ensureSystemPackages, runOnBundledNode, TEST_PACKAGES } from './running/prepare.mjs'

ensureInstalled()
ensureSystemPackages(TEST_PACKAGES, { isRequired: true })
runOnBundledNode('scripts/running/run-tests.ts', process.argv.slice(2))
