#!/usr/bin/env node
// From a fresh clone to a verdict. Plain JavaScript: runs on any Node >= 18 and goes on under Node 24.
import { ensureInstalled, ensureSystemPackages, runUnderNode24 } from './running/prepare.mjs'

ensureInstalled()
ensureSystemPackages(
  [
    'redis-server',
    'redis-redisearch',
    'openssh-server',
    'chromium',
    'chromium-headless-shell',
    'fonts-noto-cjk',
    'postgresql',
    'protobuf-compiler',
  ],
  { isRequired: true },
)
runUnderNode24('scripts/running/run-tests.ts', process.argv.slice(2))
