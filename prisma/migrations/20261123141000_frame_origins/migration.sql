-- AlterTable
ALTER TABLE "operators" ADD COLUMN     "frame_origins" TEXT[] DEFAULT ARRAY[]::TEXT[];
