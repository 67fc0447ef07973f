import { Button } from 'antd'
import type { ButtonProps } from 'antd'
import type { ReactNode } from 'react'
import styles from './confirm-button.module.css'

/** The button that does it; in production it carries the environment's colour. */
export function ConfirmButton({ className, ...rest }: ButtonProps): ReactNode {
  return <Button type="primary" className={`${styles.confirm} ${className ?? ''}`} {...rest} />
}
