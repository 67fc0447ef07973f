#!/usr/bin/env node
// What takes minutes, apart from `npm test`. Plain JavaScript: runs on any Node >= 18 and goes on under the bundled Node.
import {
  ensureInstalled,
  ensureSystemPackages,
  LONG_TEST_PACKAGES,
  runOnBundledNode,
} from './running/prepare.mjs'

ensureInstalled()
ensureSystemPackages(LONG_TEST_PACKAGES, { isRequired: true })
runOnBundledNode('scripts/running/run-long-tests.ts', process.argv.slice(2))
