import { elementKeyOf } from '@qd/protocol-model'
import type { DataNode } from '@qd/protocol-model'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { KeyInput } from '../fields/key-input.tsx'
import { keyFault } from '../model/key-fault.ts'
import { useEditTexts } from '../texts.ts'
import styles from './form.module.css'

export interface AddElementProps {
  node: Extract<DataNode, { kind: 'list' }>
  taken: readonly string[]
  suggested: string
  icon: ReactNode
  onAdd: (address: string) => void
}

/** Adds an element to a list; one with a key asks for it first. */
export function AddElement({ node, taken, suggested, icon, onAdd }: AddElementProps): ReactNode {
  const t = useEditTexts()
  const [key, setKey] = useState<string | null>(null)
  const keyField =
    node.item.kind === 'object'
      ? node.item.info.fields.find(({ fieldName }) => fieldName === elementKeyOf(node))
      : undefined
  if (!keyField) {
    return (
      <Button size="small" icon={icon} onClick={() => onAdd(suggested)}>
        {t('form.addElement')}
      </Button>
    )
  }
  const value = key ?? ''
  const wrong = keyFault(keyField, value)
  const isTaken = taken.includes(value)
  const add = (): void => {
    if (value === '' || wrong !== null || isTaken) return
    onAdd(value)
    setKey(null)
  }
  return (
    <span className={styles.adder}>
      <KeyInput
        field={keyField}
        value={value}
        hint={isTaken ? t('add.taken') : wrong === null ? null : t(`fault.${wrong}`)}
        onChange={setKey}
        onSubmit={add}
      />
      <Button size="small" icon={icon} disabled={value === '' || wrong !== null || isTaken} onClick={add}>
        {t('form.addElement')}
      </Button>
    </span>
  )
}
