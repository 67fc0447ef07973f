import { Button } from 'antd'
import type { ReactNode } from 'react'
import styles from './console-parts.module.css'
import { useConsoleItems } from './use-console-items.tsx'

/** The same as buttons, where settings of a part of the console stand; nothing for those who have none of it. */
export function ConsoleParts(): ReactNode {
  const items = useConsoleItems()
  if (items.length === 0) return null
  return (
    <div className={styles.parts}>
      {items.map(({ key, label, icon, onSelect }) => (
        <Button key={key} icon={icon} onClick={onSelect}>
          {label}
        </Button>
      ))}
    </div>
  )
}
