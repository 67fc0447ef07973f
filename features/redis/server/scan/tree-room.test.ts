import { expect, test } from 'vitest'
import { TREE_BYTES_MAX, TreeRoom } from './tree-room.ts'

test('a list gets what is left for its node, a finished one counts as it is, and in the end none begins', () => {
  const room = new TreeRoom(2.5 * TREE_BYTES_MAX)
  const trees = [1, 2, 3].map(() => {
    const tree = { capBytes: room.capBytes(), isGrowing: true, bytes: 0 }
    room.add(tree)
    return tree
  })
  expect(trees.map(({ capBytes }) => capBytes / TREE_BYTES_MAX)).toEqual([1, 1, 0.5])
  expect(() => room.capBytes()).toThrow(expect.objectContaining({ message: 'redis_trees_full' }))
  trees[0]!.isGrowing = false
  trees[0]!.bytes = TREE_BYTES_MAX / 4
  expect(room.capBytes()).toBe(0.75 * TREE_BYTES_MAX)
  room.drop(trees[1]!)
  expect(room.capBytes()).toBe(TREE_BYTES_MAX)
})
