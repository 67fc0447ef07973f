import type { PermissionTriple } from '@qd/contract-kit'

/** Sees the hierarchy with addresses, never with keys. */
export const readPlaces: PermissionTriple = { routerName: 'catalogue', code: 'place.read', type: 'menu' }
/** Changes games, operators, lines, channels and servers below a place. */
export const editPlaces: PermissionTriple = { routerName: 'catalogue', code: 'place.edit', type: 'button' }
/** Sets the key of a server; nobody reads one. */
export const editSecrets: PermissionTriple = { routerName: 'catalogue', code: 'secret.edit', type: 'field' }
/** Opens loopback and private networks to a server's record (T1). */
export const allowNetworks: PermissionTriple = {
  routerName: 'catalogue',
  code: 'network.allow',
  type: 'field',
}
