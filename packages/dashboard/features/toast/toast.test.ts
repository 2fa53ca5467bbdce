import { beforeEach, expect, test, vi } from 'vitest';
import { undoCommands } from '#shell/commands/app-commands.ts';
import { clearUndo, toast, undo } from './toast.ts';

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  clearUndo();
});

test('the palette offers to undo the last action by its name, and then the one before it', () => {
  const undone: string[] = [];
  expect(undoCommands()).toEqual([]);
  for (const text of ['SHOP-1 resolved', 'SHOP-2 archived']) toast({ text, undo: () => void undone.push(text) });
  toast({ text: 'Link copied' });
  const [command] = undoCommands();
  expect(command!.label).toBe('Undo: SHOP-2 archived');
  command!.run();
  expect(undoCommands()[0]!.label).toBe('Undo: SHOP-1 resolved');
  undo();
  expect(undoCommands()).toEqual([]);
  expect(undone).toEqual(['SHOP-2 archived', 'SHOP-1 resolved']);
});
