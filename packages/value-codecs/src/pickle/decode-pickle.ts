import type { ByteReader } from '../bytes/byte-reader.ts'
import { FaultError } from '../fault.ts'
import type { TreeBuilder } from '../tree-builder.ts'
import { PICKLE_OPS } from './pickle-ops.ts'
import { PickleStack, isDeeper } from './pickle-stack.ts'

/**
 * Reads a pickle of the protocols 0 to 5 (PEP 3154, 574; Lib/pickletools.py) without running anything: what a pickle
 * would import and call is shown by its name with its arguments.
 */
export function readPickle(reader: ByteReader, tree: TreeBuilder): void {
  const stack = new PickleStack(reader, tree)
  try {
    for (let code = reader.u8(); code !== STOP; code = reader.u8()) {
      const run = PICKLE_OPS.get(code)
      if (run === undefined) throw new FaultError('invalid', reader.at - 1)
      run(stack, reader)
    }
    tree.root = stack.popRoot()
  } catch (error) {
    tree.root = stack.first()
    throw error
  } finally {
    // Trees grow from inside: how deep one is shows at its end.
    if (tree.root !== null && isDeeper(tree.root, tree.maxDepth)) tree.root = null
  }
  if (tree.root === null) throw new FaultError('tooDeep', reader.at)
}

const STOP = 0x2e
