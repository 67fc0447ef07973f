/** Where a game server's socket is; apart from the server, so that who starts servers need not load one. */
export const SOCKET_PATH = '/ws'
