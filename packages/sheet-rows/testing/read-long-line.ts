import { watchPeak } from '@qd/contract-kit/testing/memory'
import { faultOf } from '../test/read-rows.ts'

/* Reads a list whose third line begins as given and is so long, and prints what refuses it and the memory it took at most. */
const [start = '', length = ''] = process.argv.slice(2)
const head = Buffer.from(`uId\n1\n${start}`)
const piece = Buffer.alloc(65_536, 'x')
const size = head.length + Number(length)

const grown = watchPeak()
const fault = await faultOf({
  size,
  async *pieces({ from, to } = { from: 0, to: size }) {
    if (from < head.length) yield head.subarray(from, Math.min(to, head.length))
    for (let at = Math.max(from, head.length); at < to; at += piece.length)
      yield piece.subarray(0, Math.min(piece.length, to - at))
  },
})
console.log(JSON.stringify({ fault, bytes: grown() }))
