import {
  Bell,
  ChartGantt,
  ChartNoAxesColumn,
  CircleDot,
  Folders,
  MessageSquareText,
  Package,
  ScanSearch,
  Settings,
  type LucideIcon,
} from 'lucide-react';
import type { NavigationHref } from '#navigation';

/** For server components: the browser gets the drawn icons. */
export const pageIcons: Record<NavigationHref, LucideIcon> = {
  '/issues': CircleDot,
  '/feedback': MessageSquareText,
  '/alerts': Bell,
  '/traces': ChartGantt,
  '/projects': Folders,
  '/releases': Package,
  '/stats': ChartNoAxesColumn,
  '/settings': Settings,
  '/error-codes': ScanSearch,
};
