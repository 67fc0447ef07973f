import type { JsonNode } from '@qd/json-text'
import { JsonView } from '@qd/web-json'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { readJsonText } from '../viewers/viewers.ts'
import styles from '../viewers/viewers.module.css'

/** Open at first, and opened together by a click with Alt (S9.06). */
const LEVELS = { deep: 2, expand: 3 }

/** The value with whole numbers of any length; names that reach prototypes are ordinary names here. */
function exactValue(text: string, node: JsonNode): unknown {
  if (node.kind === 'array') return node.items!.map((item) => exactValue(text, item))
  if (node.kind === 'scalar') {
    const isLarge = typeof node.value === 'string' && text[node.from] !== '"'
    return isLarge ? BigInt(node.value as string) : node.value
  }
  const entries = node.keys!.map((key, at) => [key, exactValue(text, node.items![at]!)] as const)
  return Object.fromEntries(entries)
}

/** JSON to look through. */
export function JsonTree({ name, text }: { name: string; text: string }): ReactNode {
  const value = useMemo(() => {
    const read = readJsonText(text)
    return 'root' in read ? exactValue(text, read.root) : null
  }, [text])
  return (
    <div className={styles.tree}>
      <JsonView name={name} value={value} levels={LEVELS} />
    </div>
  )
}
