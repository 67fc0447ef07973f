import { watchBuffers } from '@qd/contract-kit/testing/memory'
import { IdSet } from '../src/index.ts'

/*
 * Prints the bytes of all buffers that a set has made and not given back: `measure-id-set.ts FIRST STEP COUNT`.
 */
const [first = '', step = '', count = ''] = process.argv.slice(2)
const grown = watchBuffers()
const set = new IdSet()
for (let id = BigInt(first); set.size < Number(count); id += BigInt(step)) set.add(id)
console.log(grown())
