#!/usr/bin/env node
// The simulator for one developer, without a console of the company. Plain JavaScript: goes on under the bundled Node.
import { ensureInstalled, runOnBundledNode } from './running/prepare.mjs'

// npm says where it was called; the program itself runs in the root of the repository.
process.env.INIT_CWD ??= process.cwd()
ensureInstalled()
runOnBundledNode('scripts/running/start-simulator.ts', process.argv.slice(2))
