import { watchBuffers } from '@qd/contract-kit/testing/memory'
import { ReserveFile } from '../src/sqlite/reserve-file.ts'

/* Makes the reserve of the given folder and prints the bytes of the buffers that it took. */
const reserve = new ReserveFile(process.argv[2]!)
const grown = watchBuffers()
const isMade = await reserve.make()
console.log(JSON.stringify({ isMade, bytes: grown() }))
