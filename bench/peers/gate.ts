import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut. */
export interface Gate {
  readonly origin: string;
  setOpen(isOpen: boolean): void;
  close(): Promise<void>;
}

/** Opens a way to the port, on a port of its own. While it is cut, connections end as soon as they are made, as without a network. */
export const openGate = async (to: number): Promise<Gate> => {
  let isOpen = true;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  const server = createServer((socket) => {
    keep(socket);
    if (!isOpen) {
      socket.destroy();
      return;
    }
    const other = connect(to, '127.0.0.1');
    keep(other);
    socket.pipe(other).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setOpen: (open) => {
      isOpen = open;
      if (!open) {
        cut();
      }
    },
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
};
